/** The time zone of this browser; empty where it is unknown. */
export const ownTimeZone = (): { timezone?: string } => {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  return timeZone ? { timezone: timeZone } : {}
}
