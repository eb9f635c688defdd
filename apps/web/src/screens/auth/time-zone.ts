/** Where this browser is; nothing where it does not tell. */
export const ownTimeZone = (): { timezone?: string } => {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  return timeZone ? { timezone: timeZone } : {}
}
