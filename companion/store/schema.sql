-- The log. Entries are added, never changed and never taken away: the triggers hold that, not good intentions.
create table if not exists game (
  id       text primary key,
  game     text not null,
  name     text not null default '',
  archived integer not null default 0,
  origin   text unique,
  opened   text not null,
  changed  text not null,
  version  integer not null,
  glance   text not null
) without rowid;

-- `seal` is the SHA-256 over the seal before it and this row: a changed or missing row shows.
create table if not exists entry (
  game      text not null references game (id),
  number    integer not null check (number >= 1),
  action    text not null,
  facts     text not null,
  at        text not null,
  via       text not null,
  action_id text,
  seal      text not null,
  primary key (game, number),
  unique (game, action_id)
) without rowid;

create trigger if not exists entry_stays before update on entry
begin
  select raise(abort, 'an entry is never changed');
end;

create trigger if not exists entry_remains before delete on entry
begin
  select raise(abort, 'an entry is never taken away');
end;
