import { Link2, Paperclip } from 'lucide-react'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { upload } from '../../../mutations/uploads.ts'
import { IconButton } from '../../../ui/button.tsx'
import { AddButton } from '../adding/add-button.tsx'
import { useAddingSection } from '../adding/adding.ts'
import { useOpenCard } from '../card-context.ts'
import { useCardCommands } from '../use-card-commands.ts'

/** Chooses files, or asks for a web address: icons beside the heading, or named buttons where the card has no attachments. */
export function AttachButtons({ form }: { form: 'icons' | 'named' }) {
  const t = useTranslations('details.files')
  const { card } = useOpenCard()
  const linking = useAddingSection('webLink')
  const input = useRef<HTMLInputElement>(null)
  const take = (field: HTMLInputElement) => {
    for (const file of field.files ?? []) void upload(card.id, file)
    // Reset, so that the same file can be chosen again.
    field.value = ''
  }
  const choose = () => input.current?.click()
  useCardCommands({ attachFile: choose, attachLink: linking.open })
  return (
    <span className="contents">
      <input ref={input} type="file" multiple hidden aria-label={t('choose')} onChange={(event) => take(event.currentTarget)} />
      {form === 'named' ? (
        <>
          <AddButton icon={Paperclip} name={t('files')} aria-label={t('choose')} data-tip={t('hint')} onClick={choose} />
          <AddButton icon={Link2} name={t('webLink')} data-add="webLink" onClick={linking.open} />
        </>
      ) : (
        <>
          <IconButton size="sm" label={t('choose')} icon={<Paperclip size={14} aria-hidden />} onClick={choose} />
          <IconButton size="sm" label={t('addLink')} icon={<Link2 size={14} aria-hidden />} data-add="webLink" onClick={linking.open} />
        </>
      )}
    </span>
  )
}
