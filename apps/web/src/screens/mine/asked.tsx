import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import type { AtWork } from '../../api/work-queries.ts'
import { Ago } from '../../ui/ago.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/field.tsx'
import { Markdown } from '../../ui/markdown.tsx'
import { useAnswer } from './use-answer.ts'

/** The question of an agent, with the card that it is about: answered here with one click, or in words. */
export function Asked({ asked }: { asked: AtWork }) {
  const t = useTranslations('mine')
  const { session, cardTitle, boardName } = asked
  const { text, setText, sending, answer } = useAnswer(asked)
  const agent = asked.agent ?? { name: t('somebody'), kind: 'agent' as const }
  if (!session.question) return null
  const { question, options, askedAt } = session.question
  const asks = t('asks', { name: agent.name })
  return (
    <article
      aria-label={`${asks}: ${cardTitle}`}
      data-question
      className="relative overflow-hidden rounded-lg border border-line bg-surface"
    >
      <span aria-hidden className="absolute inset-y-0 left-0 w-[3px] bg-awaiting" />
      <header className="flex items-start gap-2.5 px-4 pt-3">
        <Avatar face={agent} />
        <div className="min-w-0 flex-1">
          <p className="flex gap-3">
            <span className="min-w-0 flex-1 truncate font-medium text-awaiting">{asks}</span>
            <Ago at={askedAt} />
          </p>
          <Link
            to="/cards/$key"
            params={{ key: session.cardKey }}
            preload={false}
            className="block truncate text-ink-2 hover:text-ink hover:underline"
          >
            <span className="mr-1.5 font-mono text-ink-3 text-sm">{session.cardKey}</span>
            {cardTitle}
            <span className="text-ink-3"> · {boardName}</span>
          </Link>
        </div>
      </header>
      <div className="grid gap-3 px-4 pt-2 pb-3 md:pl-[3.125rem]">
        <Markdown text={question} />
        {options.length > 0 && (
          <div role="group" aria-label={t('options')} className="flex flex-wrap gap-2">
            {options.map((option) => (
              <Button
                key={option}
                busy={sending === option}
                disabled={sending !== null}
                onClick={() => void answer(option)}
                className="h-auto! min-h-8 whitespace-normal! py-1 text-left"
              >
                {option}
              </Button>
            ))}
          </div>
        )}
        <form
          className="flex items-end gap-2"
          onSubmit={(event) => {
            event.preventDefault()
            void answer(text)
          }}
        >
          <TextArea
            rows={1}
            aria-label={t('answer')}
            placeholder={options.length > 0 ? t('answerOwn') : t('answer')}
            value={text}
            maxLength={10_000}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
              event.preventDefault()
              void answer(text)
            }}
          />
          <Button type="submit" look="primary" disabled={text.trim() === '' || sending !== null} className="h-9">
            {t('send')}
          </Button>
        </form>
      </div>
    </article>
  )
}
