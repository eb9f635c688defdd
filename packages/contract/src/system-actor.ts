/** The service's own actor: acts of the service itself, such as a time-out or a reminder, are recorded in its name. */
export const systemActorId = '00000000-0000-7000-8000-000000000001'
