import type { Attachment } from '@tandem/contract'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useUploads } from '../../../mutations/uploads.ts'
import { useAddingSection } from '../adding/adding.ts'
import { useOpenCard } from '../card-context.ts'
import { Section } from '../section.tsx'
import { AddLink } from './add-link.tsx'
import { AttachButtons } from './attach-buttons.tsx'
import { AttachmentRow } from './attachment-row.tsx'
import { Preview } from './preview.tsx'
import { UploadRow } from './upload-row.tsx'

/** The files and web addresses of the card, and uploads in progress. */
export function Attachments() {
  const t = useTranslations('details.files')
  const { card, mayWrite } = useOpenCard()
  const uploads = useUploads(card.id)
  const linking = useAddingSection('webLink')
  const [shownId, setShownId] = useState<string | null>(null)
  const shown = card.attachments.find((one) => one.id === shownId)
  if (card.attachments.length === 0 && uploads.length === 0 && !(mayWrite && linking.isOpen)) return null
  return (
    <Section title={t('title')} aside={mayWrite && <AttachButtons form="icons" />}>
      <ul className="grid grid-cols-1 gap-0.5">
        {card.attachments.map((attachment) => (
          <AttachmentRow key={attachment.id} attachment={attachment} onPreview={(of: Attachment) => setShownId(of.id)} />
        ))}
        {uploads.map((one) => (
          <UploadRow key={one.id} upload={one} />
        ))}
      </ul>
      {linking.isOpen && <AddLink onDone={linking.leave} />}
      {shown && <Preview attachment={shown} onClose={() => setShownId(null)} />}
    </Section>
  )
}
