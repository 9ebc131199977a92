-- The log in PostgreSQL, as in schema.sql. Entries are added, never changed and never taken away, save by `forget`.
create table if not exists game (
  id       text primary key,
  game     text not null,
  name     text not null default '',
  archived boolean not null default false,
  origin   text unique,
  opened   text not null,
  changed  text not null,
  version  integer not null,
  glance   text not null
);

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
);

create table if not exists forgotten (
  at      text not null,
  removed integer not null,
  changed integer not null,
  number  bigint generated always as identity
);

create table if not exists companion_format (format integer not null);
insert into companion_format select 1 where not exists (select 1 from companion_format);

-- `forget` says so in its own transaction; nobody else gets past this.
create or replace function entry_stays() returns trigger language plpgsql as $$
begin
  if current_setting('companion.forgets', true) is distinct from 'yes' then
    raise exception 'an entry is never changed and never taken away';
  end if;
  return old;
end $$;

create or replace trigger entry_stays before update or delete on entry
  for each row execute function entry_stays();
create or replace trigger entry_remains before truncate on entry
  for each statement execute function entry_stays();
