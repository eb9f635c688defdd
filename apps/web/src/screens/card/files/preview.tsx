import type { Attachment } from '@tandem/contract'
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { fileTextQuery } from '../../../api/card-queries.ts'
import { isLost } from '../../../api/failure.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { PagePending } from '../../../ui/spinner.tsx'
import { kindOf } from './kinds.ts'
import { Picture } from './picture.tsx'

/** The preview of an image or a text, in front of the card. */
export function Preview({ attachment, onClose }: { attachment: Attachment; onClose: () => void }) {
  const t = useTranslations('details.files')
  const header = (
    <>
      <span className="min-w-0 flex-1 truncate font-semibold">{attachment.name}</span>
      <a
        href={attachment.url}
        download={attachment.filename}
        className="inline-flex h-8 items-center gap-1.5 rounded-md px-2 text-ink-2 text-sm hover:bg-hover pointer-coarse:h-11"
      >
        <Download size={14} aria-hidden /> {t('save')}
      </a>
    </>
  )
  return (
    <Dialog title={attachment.name} size="wide" header={header} onClose={onClose}>
      {kindOf(attachment) === 'image' ? <ImageView attachment={attachment} /> : <TextView attachment={attachment} />}
    </Dialog>
  )
}

function ImageView({ attachment }: { attachment: Attachment }) {
  const t = useTranslations('details.files')
  return (
    <div className="grid grow place-items-center p-4">
      <Picture
        url={attachment.url}
        side={1280}
        name={attachment.name}
        className="max-h-[75vh] max-w-full rounded-sm object-contain"
        otherwise={<p className="text-ink-2">{t('noPicture')}</p>}
      />
    </div>
  )
}

function TextView({ attachment }: { attachment: Attachment }) {
  const query = useQuery(fileTextQuery(attachment))
  if (isLost(query))
    return (
      <div className="px-4">
        <ErrorState failure={query.error} onRetry={() => query.refetch()} />
      </div>
    )
  if (query.data === undefined) return <PagePending />
  return (
    <pre className="m-0 grow overflow-x-auto whitespace-pre-wrap px-4 py-4 font-mono text-sm [overflow-wrap:anywhere] md:px-6">
      {query.data}
    </pre>
  )
}
