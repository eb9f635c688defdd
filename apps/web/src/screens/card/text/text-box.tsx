import type { Attachment } from '@tandem/contract'
import type { ComponentProps } from 'react'
import { upload } from '../../../mutations/uploads.ts'
import { EditorField } from '../../../ui/editor/editor-field.tsx'
import { useOpenCard } from '../card-context.ts'
import { kindOf } from '../files/kinds.ts'
import { useCardKeyOffer } from './card-keys.ts'
import { useMentionOffer } from './mention-offer.tsx'

type Props = Omit<ComponentProps<typeof EditorField>, 'most' | 'offers' | 'onFile'> & { most?: number }

const longest = 100_000

/**
 * The editor of a text on a card: `@` offers mentions, a key prefix its cards, and files are attached to the card and linked in the text.
 */
export function TextBox({ most = longest, ...props }: Props) {
  const { card } = useOpenCard()
  const offers = [useMentionOffer(), useCardKeyOffer()]
  const onFile = async (file: File) => {
    const attachment = await upload(card.id, file)
    return attachment && referenceTo(attachment)
  }
  return <EditorField {...props} most={most} offers={offers} onFile={onFile} />
}

function referenceTo(attachment: Attachment): string {
  const name = attachment.name.replace(/[[\]\\]/g, '\\$&')
  return `${kindOf(attachment) === 'image' ? '!' : ''}[${name}](${attachment.url}) `
}
