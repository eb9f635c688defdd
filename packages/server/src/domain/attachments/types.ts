import type { AttachmentRow } from '../../db/rows.ts'

const images = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])

type Typed = Pick<AttachmentRow, 'content_type' | 'proven'>

/** Images that a browser shows and that are made small. Never SVG, which is a document with scripts. */
export const canBeMadeSmall = ({ content_type, proven }: Typed): boolean => proven && images.has(content_type ?? '')

/** What a browser may show in place of saving it: nothing that could run. Specification: decisions §3, reliability U1. */
export const canBeShown = (row: Typed): boolean => canBeMadeSmall(row) || (row.proven && row.content_type === 'application/pdf')
