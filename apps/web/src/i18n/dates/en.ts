/** The date picker. */
export const en = {
  typed: 'Date',
  hint: 'fri 15:00, in 3 days, Dec 24',
  notADate: 'This is not a date. Try “tomorrow”, “fri 15:00” or “Dec 24”.',
  tooEarly: 'Choose {day} or later.',
  today: 'Today',
  tomorrow: 'Tomorrow',
  nextWeek: 'Next week',
  noDate: 'No date',
  previous: 'Previous month',
  next: 'Next month',
  time: 'Time',
  setTime: 'Set time',
  at: '{day}, {time}',
} as const
