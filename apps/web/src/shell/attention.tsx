import { useAttention } from './use-attention.ts'
import { useRecordRecent } from './use-record-recent.ts'

/** What the tab is called and tells, and what it remembers. */
export function Attention() {
  useAttention()
  useRecordRecent()
  return null
}
