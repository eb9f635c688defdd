import { useQuery } from '@tanstack/react-query'
import { linkPreviewQuery } from '../../../api/card-queries.ts'
import { useOpenCard } from '../card-context.ts'

/** The preview of a page, below an address that stands alone on its line. Empty until it is loaded, or if there is none. */
export function LinkPreview({ url }: { url: string }) {
  const { card } = useOpenCard()
  const preview = useQuery(linkPreviewQuery(card.id, url)).data?.preview
  if (!preview) return null
  return (
    <a
      href={url}
      target="_blank"
      rel="noreferrer noopener"
      data-preview
      className="block max-w-xl rounded-md border border-line bg-surface px-3 py-2 text-ink! no-underline! hover:border-line-strong"
    >
      <span className="block truncate font-medium">{preview.title}</span>
      {preview.description && <span className="line-clamp-2 text-base text-ink-2">{preview.description}</span>}
      <span className="block truncate text-ink-3 text-sm">{preview.siteName}</span>
    </a>
  )
}
