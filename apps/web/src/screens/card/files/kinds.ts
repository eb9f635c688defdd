import type { Attachment } from '@tandem/contract'
import { File as FileIcon, FileText, Image, Link2, type LucideIcon } from 'lucide-react'

/** How an attachment opens: in a preview, in a new tab, or as a download. */
export type Kind = 'image' | 'text' | 'page' | 'link' | 'other'

export const icons: Record<Kind, LucideIcon> = { image: Image, text: FileText, page: FileText, link: Link2, other: FileIcon }

const images = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])
const texts = new Set([
  'application/json',
  'application/xml',
  'application/yaml',
  'application/x-sh',
  'application/sql',
  'application/toml',
])
const textNames =
  /\.(txt|md|log|csv|tsv|json|ya?ml|toml|xml|svg|html?|css|m?[jt]sx?|py|rb|go|rs|java|kt|c|h|cpp|cs|php|sh|sql|diff|patch|ini|conf|env)$/i
/** A larger file is downloaded instead of being shown. */
const mostTextBytes = 1_000_000

export function kindOf({ kind, contentType, name, filename, sizeBytes }: Attachment): Kind {
  if (kind === 'link') return 'link'
  const type = contentType ?? ''
  if (images.has(type)) return 'image'
  if (type === 'application/pdf') return 'page'
  const isText = type.startsWith('text/') || texts.has(type) || textNames.test(filename) || textNames.test(name)
  return isText && (sizeBytes ?? 0) <= mostTextBytes ? 'text' : 'other'
}
