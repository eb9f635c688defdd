import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { type Kept, type Send, saveLine } from '../../mutations/texts/save-text.ts'
import { useTyped } from '../../mutations/texts/use-typed.ts'
import { Overtaken } from '../../ui/text/overtaken.tsx'
import { writeIn } from './adding/adding.ts'
import { useOpenCard } from './card-context.ts'
import { useCardCommands } from './use-card-commands.ts'

/** The title, edited in place. Enter saves it, Escape leaves it as it was. */
export function CardTitle() {
  const t = useTranslations('card')
  const { card, edit, form, mayWrite } = useOpenCard()
  const keep = async (text: string, base: string): Promise<Kept> => {
    if (text === '' || text === card.title) return true
    const send: Send = (title, ifTitle, refused) =>
      edit('card.update', { input: { cardId: card.id, title, ifTitle }, shown: () => ({ title }), tile: { title }, refused })
    return saveLine(send, 'title', { text, base })
  }
  const typed = useTyped(card.title, keep, { isTrimmed: true })
  const field = useRef<HTMLTextAreaElement>(null)
  useCardCommands(mayWrite ? { rename: () => field.current && writeIn(field.current) } : {})
  const Heading = form === 'page' ? 'h1' : 'h2'
  if (!mayWrite) return <Heading className="font-semibold text-xl tracking-tight [overflow-wrap:anywhere]">{card.title}</Heading>
  return (
    <div className="max-md:order-1">
      {form === 'page' && <h1 className="sr-only">{card.title}</h1>}
      <textarea
        ref={field}
        aria-label={t('title')}
        data-begun={typed.text === card.title ? undefined : ''}
        rows={1}
        maxLength={500}
        value={typed.text}
        onChange={(event) => typed.type(event.target.value)}
        onBlur={() => void typed.keep()}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return
          // Without a change, Escape closes the card.
          if (event.key === 'Escape' && typed.text === card.title) return
          event.preventDefault()
          event.stopPropagation()
          if (event.key === 'Escape') typed.leave()
          else void typed.keep()
        }}
        data-large-text
        className="field-sizing-content -mx-2 block w-[calc(100%+1rem)] resize-none rounded-md border border-transparent bg-transparent px-[7px] py-1 font-semibold text-xl! tracking-tight hover:border-line focus:border-line-strong focus:bg-surface"
      />
      {typed.theirs !== null && <Overtaken theirs={typed.theirs} onMine={() => void typed.keepMine()} onTheirs={typed.leave} />}
    </div>
  )
}
