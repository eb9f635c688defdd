import { labelColor } from '../../../ui/label-color.ts'

export function Dot({ color }: { color: string }) {
  return <span aria-hidden className="size-2.5 shrink-0 rounded-full" style={{ background: labelColor(color) }} />
}
