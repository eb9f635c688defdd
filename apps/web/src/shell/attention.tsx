import { useAttention } from './use-attention.ts'
import { useVisits } from './use-visits.ts'

/** What the tab is called and tells, and what it remembers. */
export function Attention() {
  useAttention()
  useVisits()
  return null
}
