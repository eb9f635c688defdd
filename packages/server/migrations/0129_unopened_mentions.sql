-- Of a mention of an agent that opened no session: why. Null = it opened one, or the notification is of something else.
alter table notifications add column because text;
