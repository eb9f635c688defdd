import type { Field } from '@tandem/contract'
import { Calendar, ChevronDown, Hash, Link2, type LucideIcon, SquareCheck, TextCursorInput } from 'lucide-react'

export type FieldType = Field['type']

export const fieldIcons: Record<FieldType, LucideIcon> = {
  text: TextCursorInput,
  number: Hash,
  date: Calendar,
  checkbox: SquareCheck,
  select: ChevronDown,
  url: Link2,
}

/** The outline of a board says any string: one that came after this page is shown by its own name. */
export const isFieldType = (type: string): type is FieldType => Object.hasOwn(fieldIcons, type)

export const fieldTypes = Object.keys(fieldIcons).filter(isFieldType)
