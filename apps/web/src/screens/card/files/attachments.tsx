import type { Attachment } from '@tandem/contract'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useUploads } from '../../../mutations/uploads.ts'
import { useAddingSection } from '../adding/adding.ts'
import { useOpenCard } from '../card-context.ts'
import { Section } from '../section.tsx'
import { useCardCommands } from '../use-card-commands.ts'
import { AddLink } from './add-link.tsx'
import { AttachButtons } from './attach-buttons.tsx'
import { AttachmentRow } from './attachment-row.tsx'
import { kindOf } from './kinds.ts'
import { Preview } from './preview.tsx'
import { UploadRow } from './upload-row.tsx'
import { useSetCover } from './use-cover.ts'

/** The files and web addresses of the card, and uploads in progress. */
export function Attachments() {
  const t = useTranslations('details.files')
  const { card, mayWrite } = useOpenCard()
  const uploads = useUploads(card.id)
  const linking = useAddingSection('webLink')
  const [shownId, setShownId] = useState<string | null>(null)
  const shown = card.attachments.find((one) => one.id === shownId)
  useCoverCommands()
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

function useCoverCommands(): void {
  const { card, mayWrite } = useOpenCard()
  const choose = useSetCover()
  const images = mayWrite ? card.attachments.filter((one) => kindOf(one) === 'image') : []
  const others = images.filter((one) => one.id !== card.coverAttachmentId)
  useCardCommands({
    ...(others.length > 0 && { setCover: { chosen: [], choose, values: others.map(({ id, name }) => [id, name] as const) } }),
    ...(images.length > others.length && { removeCover: () => choose(null) }),
  })
}
