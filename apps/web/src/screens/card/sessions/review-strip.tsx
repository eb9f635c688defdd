import type { Card } from '@tandem/contract'
import { ClipboardCheck } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { loadRefusals } from '../../../api/failure.ts'
import { useLocaleChoice } from '../../../i18n/locale.tsx'
import { useDraft } from '../../../mutations/texts/draft.ts'
import { Button } from '../../../ui/button.tsx'
import { focusAround } from '../../../ui/focus-after.ts'
import { TextArea } from '../../../ui/form/field.tsx'
import { Ago } from '../../../ui/time.tsx'
import { useOpenCard } from '../card-context.ts'
import { useCardCommands } from '../use-card-commands.ts'

type Review = NonNullable<Card['review']>

/** Agents' work that waits for a review: members accept it, or send it back with a note. */
export function ReviewStrip() {
  const t = useTranslations('details.review')
  const { board, card, mayWrite } = useOpenCard()
  const { review } = card
  if (!review || card.archivedAt !== null) return null
  const name = board.members.find(({ actorId }) => actorId === review.agentActorId)?.name ?? t('formerAgent')
  return (
    <section
      aria-label={t('title')}
      className="grid grid-cols-1 gap-3 rounded-md border border-line border-l-3 border-l-awaiting bg-awaiting-soft p-3"
    >
      <p className="flex flex-wrap items-center gap-x-2 font-medium text-awaiting text-sm">
        <ClipboardCheck size={15} aria-hidden /> {t('ready', { name })} <Ago at={review.since} />
      </p>
      {mayWrite && <VerdictForm key={review.sessionId} review={review} />}
    </section>
  )
}

function VerdictForm({ review: { sessionId } }: { review: Review }) {
  const t = useTranslations('details.review')
  const { card, edit } = useOpenCard()
  const [note, setNote] = useDraft(`review.${sessionId}`)
  const [sending, setSending] = useState<'accept' | 'send_back' | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const written = note.trim()
  const { locale } = useLocaleChoice()
  // A refusal names the first reviewer, or the permitted ones: its texts are loaded ahead.
  useEffect(() => void loadRefusals(locale).catch(() => {}), [locale])
  const give = async (verdict: 'accept' | 'send_back') => {
    if (sending !== null) return
    const goOn = form.current && focusAround(form.current)
    setSending(verdict)
    const input = { cardId: card.id, sessionId, verdict, ...(written !== '' && { note: written }) }
    if (!(await edit('card.review', { input, failed: 'review' }))) return setSending(null)
    setNote('')
    goOn?.()
  }
  const sendBack = () => (written === '' ? form.current?.querySelector('textarea')?.focus() : void give('send_back'))
  useCardCommands(sending === null ? { acceptWork: () => void give('accept'), sendBackWork: sendBack } : {})
  return (
    <form ref={form} className="grid grid-cols-1 gap-2" onSubmit={(event) => event.preventDefault()}>
      <TextArea
        rows={2}
        aria-label={t('note')}
        placeholder={t('noteHint')}
        value={note}
        maxLength={20_000}
        onChange={(event) => setNote(event.target.value)}
      />
      <div className="flex flex-wrap items-center gap-2">
        <Button variant="primary" busy={sending === 'accept'} disabled={sending !== null} onClick={() => void give('accept')}>
          {t('accept')}
        </Button>
        <Button busy={sending === 'send_back'} disabled={sending !== null || written === ''} onClick={() => void give('send_back')}>
          {t('sendBack')}
        </Button>
        {written === '' && <span className="text-ink-2 text-sm">{t('needsNote')}</span>}
      </div>
    </form>
  )
}
