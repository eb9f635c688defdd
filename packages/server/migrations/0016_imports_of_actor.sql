-- Whoever imports sees what came of it, newest first.
create index imports_by_actor on imports (actor_id, id);
