import { TandemError } from '@tandem/contract'
import { RotateCw, Upload as UploadIcon, X } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useFailureText } from '../../../api/failure.ts'
import { putAway, upload as send, type Upload } from '../../../mutations/uploads.ts'
import { IconButton } from '../../../ui/button.tsx'
import { useSize } from '../../../ui/size.ts'

/** An upload in progress, or the reason of its failure. */
export function UploadRow({ upload }: { upload: Upload }) {
  const t = useTranslations('details.files')
  const { file, failure } = upload
  const again = () => {
    putAway(upload.id)
    void send(upload.cardId, file)
  }
  return (
    <li className="-mx-1 flex items-center gap-3 px-1 py-1">
      <span aria-hidden className="grid h-9 w-12 shrink-0 place-items-center rounded-sm bg-sunken text-ink-3">
        <UploadIcon size={16} />
      </span>
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">{file.name}</p>
        {failure === null ? <Sending upload={upload} /> : <Refused failure={failure} />}
      </div>
      {failure !== null && (
        <IconButton size="sm" label={t('again', { name: file.name })} icon={<RotateCw size={14} aria-hidden />} onClick={again} />
      )}
      <IconButton
        size="sm"
        label={failure === null ? t('cancel', { name: file.name }) : t('putAway', { name: file.name })}
        icon={<X size={14} aria-hidden />}
        onClick={upload.cancel}
      />
    </li>
  )
}

function Sending({ upload: { file, progress } }: { upload: Upload }) {
  const t = useTranslations('details.files')
  const size = useSize()
  const percent = progress.total === 0 ? 100 : Math.round((100 * progress.sent) / progress.total)
  return (
    <div className="flex items-center gap-2 text-ink-3 text-sm tabular-nums">
      <span
        role="progressbar"
        aria-label={t('sending', { name: file.name })}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        className="h-1 min-w-16 flex-1 overflow-hidden rounded-full bg-sunken"
      >
        <span className="block h-full bg-accent transition-[width]" style={{ width: `${percent}%` }} />
      </span>
      <span className="shrink-0">{t('progress', { sent: size(Math.min(progress.sent, file.size)), total: size(file.size) })}</span>
    </div>
  )
}

function Refused({ failure }: { failure: unknown }) {
  const text = useUploadFailure()
  return (
    <p role="alert" className="text-danger text-sm">
      {text(failure)}
    </p>
  )
}

/** The reason why a file was refused, with the limit if there is one. */
function useUploadFailure(): (failure: unknown) => string {
  const t = useTranslations('details.files')
  const text = useFailureText()
  const size = useSize()
  return (failure) => {
    const limits = failure instanceof TandemError && failure.code === 'payload_too_large' ? limitsIn(failure.details) : {}
    if (limits.maxBytes !== undefined) return t('tooLarge', { most: size(limits.maxBytes) })
    if (limits.quotaBytes !== undefined) return t('quota', { most: size(limits.quotaBytes), used: size(limits.usedBytes ?? 0) })
    return text(failure)
  }
}

type Limits = { maxBytes?: number; quotaBytes?: number; usedBytes?: number }

function limitsIn(details: unknown): Limits {
  const numbers = typeof details === 'object' && details !== null ? Object.entries(details) : []
  return Object.fromEntries(numbers.filter(([, value]) => typeof value === 'number'))
}
