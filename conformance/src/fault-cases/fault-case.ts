export type FaultCase = {
  rule: string
  provedIn: readonly string[]
  /** The same test at a larger scale, too long for CI: `npm run test:faults` runs it. */
  longForm?: string
}
