/** The service's own actor: what it does by itself, such as a time-out or a reminder, stands in the log as done by it. */
export const systemActorId = '00000000-0000-7000-8000-000000000001'
