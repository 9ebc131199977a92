-- When something was forgotten and how much; and the only entries that may go: those of games in `forgetting`, which
-- is empty but while `forget` is at work. A file of the first format has had `forgotten` since its first forgetting.
create table if not exists forgotten (at text not null, removed integer not null, changed integer not null);

create table forgetting (game text primary key) without rowid;

drop trigger entry_remains;
create trigger entry_remains before delete on entry
when old.game not in (select game from forgetting)
begin
  select raise(abort, 'an entry is never taken away');
end;
