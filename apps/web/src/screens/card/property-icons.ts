import type { AttributeKind } from '@tandem/contract'
import {
  CalendarArrowUp,
  CalendarClock,
  CalendarDays,
  CircleChevronDown,
  Hash,
  Link2,
  type LucideIcon,
  SignalHigh,
  SquareCheck,
  TextAlignStart,
} from 'lucide-react'

export const attributeIcons: Record<AttributeKind, LucideIcon> = {
  priority: SignalHigh,
  dayStart: CalendarArrowUp,
  dayEnd: CalendarClock,
  number: Hash,
}

const fieldIcons: Record<string, LucideIcon> = {
  text: TextAlignStart,
  number: Hash,
  url: Link2,
  date: CalendarDays,
  checkbox: SquareCheck,
  select: CircleChevronDown,
}

export const fieldIconOf = (type: string): LucideIcon => fieldIcons[type] ?? TextAlignStart
