import type { Attachment } from '@tandem/contract'
import { Link2, Paperclip } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { upload, useUploads } from '../../../mutations/uploads.ts'
import { IconButton } from '../../../ui/button.tsx'
import { useOpenCard } from '../card-context.ts'
import { Section } from '../section.tsx'
import { AddLink } from './add-link.tsx'
import { AttachmentRow } from './attachment-row.tsx'
import { Preview } from './preview.tsx'
import { UploadRow } from './upload-row.tsx'

/** Files and web addresses that lie on the card, and files on their way. */
export function Attachments() {
  const t = useTranslations('details.files')
  const { card, mayWrite } = useOpenCard()
  const uploads = useUploads(card.id)
  const [linking, setLinking] = useState(false)
  const [shownId, setShownId] = useState<string | null>(null)
  const shown = card.attachments.find((one) => one.id === shownId)
  if (card.attachments.length === 0 && !mayWrite) return null
  return (
    <Section title={t('title')} aside={mayWrite && <Adding onLink={() => setLinking(true)} />}>
      {card.attachments.length === 0 && uploads.length === 0 && !linking && <p className="text-ink-3">{t('empty')}</p>}
      <ul className="grid grid-cols-1 gap-0.5">
        {card.attachments.map((attachment) => (
          <AttachmentRow key={attachment.id} attachment={attachment} onPreview={(of: Attachment) => setShownId(of.id)} />
        ))}
        {uploads.map((one) => (
          <UploadRow key={one.id} upload={one} />
        ))}
      </ul>
      {linking && <AddLink onDone={() => setLinking(false)} />}
      {shown && <Preview attachment={shown} onClose={() => setShownId(null)} />}
    </Section>
  )
}

function Adding({ onLink }: { onLink: () => void }) {
  const t = useTranslations('details.files')
  const { card } = useOpenCard()
  const input = useRef<HTMLInputElement>(null)
  const take = (field: HTMLInputElement) => {
    for (const file of field.files ?? []) void upload(card.id, file)
    // The same file may be chosen again.
    field.value = ''
  }
  return (
    <span className="flex">
      <input ref={input} type="file" multiple hidden aria-label={t('choose')} onChange={(event) => take(event.currentTarget)} />
      <IconButton size="sm" label={t('choose')} icon={<Paperclip size={14} aria-hidden />} onClick={() => input.current?.click()} />
      <IconButton size="sm" label={t('addLink')} icon={<Link2 size={14} aria-hidden />} onClick={onLink} />
    </span>
  )
}
