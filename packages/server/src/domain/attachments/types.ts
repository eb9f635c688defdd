import type { AttachmentRow } from '../../db/tables/cards/attachments.ts'

const images = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])

type Typed = Pick<AttachmentRow, 'contentType' | 'proven'>

/** Images that a browser shows and that are made small. Never SVG, which is a document with scripts. */
export const canBeMadeSmall = ({ contentType, proven }: Typed): boolean => proven && images.has(contentType ?? '')

/**
 * Whether a browser may show the file instead of saving it: only types that cannot run scripts. Specification: decisions §3, reliability
 * U1.
 */
export const canBeShown = (row: Typed): boolean => canBeMadeSmall(row) || (row.proven && row.contentType === 'application/pdf')
