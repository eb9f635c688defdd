const days = { month: 30, quarter: 90, year: 365 } as const
export type ExpiryChoice = keyof typeof days | 'never' | 'date'

/** For a while, for ever, or until a day that is chosen. */
export const expiryChoices: readonly ExpiryChoice[] = ['month', 'quarter', 'year', 'never', 'date']

/** The end of a token: `until` is the last day on which it works, where its owner is. */
export function expiryAt(choice: ExpiryChoice, until: string, now: Date): string | null {
  if (choice === 'never') return null
  if (choice === 'date') return new Date(`${until}T23:59:59`).toISOString()
  return new Date(now.getTime() + days[choice] * 86_400_000).toISOString()
}
