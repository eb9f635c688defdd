import type { Attachment, Card } from '@tandem/contract'
import { Download, Image, ImageOff, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { IconButton, iconLook } from '../../../ui/button.tsx'
import { Confirm } from '../../../ui/confirm.tsx'
import { useSize } from '../../../ui/size.ts'
import { Ago } from '../../../ui/time.tsx'
import { useOpenCard } from '../card-context.ts'
import { FromOutside } from '../text/from-outside.tsx'
import { icons, kindOf } from './kinds.ts'
import { Picture } from './picture.tsx'
import { useSetCover } from './use-cover.ts'

type Props = { attachment: Attachment; onPreview: (attachment: Attachment) => void }

export function AttachmentRow({ attachment, onPreview }: Props) {
  const size = useSize()
  const { board } = useOpenCard()
  const author = attachment.imported?.authorName ?? board.members.find((member) => member.actorId === attachment.createdByActorId)?.name
  return (
    <li className="group relative -mx-1 flex items-center gap-3 rounded-md px-1 py-1 hover:bg-hover">
      <Face attachment={attachment} />
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">
          <Opening attachment={attachment} onPreview={onPreview}>
            {attachment.name}
          </Opening>
        </p>
        <p className="flex min-w-0 items-center gap-2 text-ink-3 text-sm">
          {attachment.sizeBytes !== null && <span className="shrink-0 tabular-nums">{size(attachment.sizeBytes)}</span>}
          {author && <span className="truncate">{author}</span>}
          {attachment.author.role === 'external' && !attachment.imported && <FromOutside />}
          <Ago at={attachment.imported?.createdAt ?? attachment.createdAt} />
        </p>
      </div>
      <Acts attachment={attachment} />
    </li>
  )
}

function Face({ attachment }: { attachment: Attachment }) {
  const kind = kindOf(attachment)
  const Icon = icons[kind]
  const icon = <Icon size={16} aria-hidden />
  return (
    <span aria-hidden className="grid h-9 w-12 shrink-0 place-items-center overflow-hidden rounded-sm bg-sunken text-ink-3">
      {kind === 'image' ? <Picture url={attachment.url} side={320} name="" className="size-full object-cover" otherwise={icon} /> : icon}
    </span>
  )
}

const whole = 'after:absolute after:inset-0 after:rounded-md'

/** The name opens the file: here, in a new tab, or as a download. */
function Opening({ attachment, onPreview, children }: Props & { children: ReactNode }) {
  const kind = kindOf(attachment)
  if (kind === 'image' || kind === 'text') {
    return (
      <button type="button" className={`max-w-full truncate ${whole}`} onClick={() => onPreview(attachment)}>
        {children}
      </button>
    )
  }
  const href = kind === 'page' ? `${attachment.url}?inline=1` : attachment.url
  const how = kind === 'other' ? { download: attachment.filename } : { target: '_blank', rel: 'noreferrer noopener' }
  return (
    <a href={href} {...how} className={whole}>
      {children}
    </a>
  )
}

function Acts({ attachment }: { attachment: Attachment }) {
  const t = useTranslations('details.files')
  const { card, edit, mayWrite } = useOpenCard()
  const [asking, setAsking] = useState(false)
  const isCover = card.coverAttachmentId === attachment.id
  const remove = () => {
    const without = isCover ? { coverAttachmentId: null } : {}
    const shown = ({ attachments }: Card) => ({ attachments: attachments.filter((one) => one.id !== attachment.id), ...without })
    void edit('attachment.delete', { input: { attachmentId: attachment.id }, shown, tile: without })
  }
  const setCover = useSetCover()
  return (
    <span className="relative z-10 flex shrink-0 items-center opacity-0 focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100">
      {attachment.kind === 'file' && (
        <a
          href={attachment.url}
          download={attachment.filename}
          aria-label={t('download', { name: attachment.name })}
          data-tip={t('save')}
          className={iconLook('quiet', 'sm')}
        >
          <Download size={14} aria-hidden />
        </a>
      )}
      {mayWrite && kindOf(attachment) === 'image' && (
        <IconButton
          size="sm"
          label={isCover ? t('removeCover') : t('setCover', { name: attachment.name })}
          aria-pressed={isCover}
          icon={isCover ? <ImageOff size={14} aria-hidden /> : <Image size={14} aria-hidden />}
          onClick={() => setCover(isCover ? null : attachment.id)}
        />
      )}
      {mayWrite && (
        <IconButton
          size="sm"
          label={t('delete', { name: attachment.name })}
          icon={<Trash2 size={14} aria-hidden />}
          onClick={() => setAsking(true)}
        />
      )}
      {asking && (
        <Confirm title={t('deleteTitle')} action={t('deleteIt')} onConfirm={remove} onClose={() => setAsking(false)}>
          {t('deleteText', { name: attachment.name })}
        </Confirm>
      )}
    </span>
  )
}
