-- What the hosts have in common besides the log: who may do what, what the tables decided, and who is there.
create table shared (
  name    text primary key,
  content text not null
);

create table host (
  id    text primary key,
  url   text not null,
  https text not null,
  began timestamptz not null default clock_timestamp(),
  seen  timestamptz not null
);

insert into companion_format values (2);
