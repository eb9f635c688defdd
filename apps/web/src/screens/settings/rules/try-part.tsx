import { useInfiniteQuery } from '@tanstack/react-query'
import { Check, FlaskConical, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { api } from '../../../api/client.ts'
import { useFailureText } from '../../../api/failure.ts'
import { logQuery } from '../../../api/settings-queries.ts'
import { Button } from '../../../ui/button.tsx'
import { useActivityWords, useCards } from '../automation/activity-words.ts'
import { Choice, type Choices } from '../automation/choice.tsx'
import { useBoardSettings } from '../board-context.ts'
import { Part } from '../page.tsx'
import type { Definition, Tried } from './draft.ts'
import { useReasonWords } from './reason-words.ts'
import { useActionWords, useConditionWords } from './rule-words.tsx'

const [mostCards, mostOthers] = [200, 30]

/** A dry run of the rule on an earlier activity, or on a card: nothing is changed. */
export function TryPart({ rule, isReady }: { rule: Definition; isReady: boolean }) {
  const t = useTranslations('automation')
  const { board } = useBoardSettings()
  const text = useFailureText()
  const [about, setAbout] = useState('')
  const [tried, setTried] = useState<{ rule: Definition; answer: Tried } | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const isBroken = !isReady || about === ''
  const ask = async () => {
    setBusy(true)
    setFailure(null)
    const [kind, id = ''] = about.split(' ')
    const { trigger, conditions, actions } = rule
    const what = kind === 'card' ? { cardId: id } : { activityId: id }
    try {
      setTried({ rule, answer: await api.call('rule.rehearse', { boardId: board.id, trigger, conditions, actions, ...what }) })
    } catch (thrown) {
      setFailure(thrown)
    }
    setBusy(false)
  }
  return (
    <Part title={t('try.title')} intro={t('try.intro')}>
      <div className="flex flex-wrap items-center gap-2">
        <AboutChoice rule={rule} value={about} onChange={setAbout} />
        <Button busy={busy} disabled={isBroken} onClick={() => void ask()}>
          <FlaskConical size={15} aria-hidden /> {t('try.do')}
        </Button>
      </div>
      <div role="status" className="mt-3">
        {failure !== null && <p className="text-danger">{text(failure)}</p>}
        {tried && failure === null && <Outcome rule={tried.rule} answer={tried.answer} />}
      </div>
    </Part>
  )
}

/** Recent activities that fit the trigger come first; a scheduled rule is tried on cards only. */
function AboutChoice({ rule: { trigger }, value, onChange }: { rule: Definition; value: string; onChange: (about: string) => void }) {
  const t = useTranslations('automation')
  const { board } = useBoardSettings()
  const words = useActivityWords()
  const verb = 'verb' in trigger ? trigger.verb : null
  const latest = useInfiniteQuery(logQuery(board.id, {})).data?.pages[0] ?? []
  const fitting = useInfiniteQuery({ ...logQuery(board.id, { verb: verb ?? '' }), enabled: verb !== null }).data?.pages[0] ?? []
  const cards = [...useCards(board.id).values()].slice(0, mostCards)
  const choicesOf = (activities: typeof latest): Choices => activities.map((activity) => [`activity ${activity.id}`, words(activity)])
  const others = latest.filter((activity) => activity.verb !== verb).slice(0, mostOthers)
  const groups = [
    ...(verb === null
      ? []
      : [
          { name: t('try.fitting'), choices: choicesOf(fitting) },
          { name: t('try.others'), choices: choicesOf(others) },
        ]),
    { name: t('try.cards'), choices: cards.map(({ id, key, title }): Choices[number] => [`card ${id}`, `${key} ${title}`]) },
  ].filter(({ choices }) => choices.length > 0)
  return (
    <Choice label={t('try.about')} value={value} placeholder={t('try.about')} groups={groups} onChange={onChange} className="max-w-md" />
  )
}

function Outcome({ rule, answer }: { rule: Definition; answer: Tried }) {
  const t = useTranslations('automation.try')
  const [condition, action, reason] = [useConditionWords(), useActionWords(), useReasonWords(rule)]
  const refused = answer.actions.some(({ problem }) => problem !== null)
  return (
    <div className="grid gap-2 rounded-lg border border-line bg-surface p-3">
      <p className="font-medium text-md">{answer.wouldRun ? (refused ? t('wouldFail') : t('wouldRun')) : t('wouldNot')}</p>
      {answer.reason !== null && <p className="text-ink-2">{reason(answer.reason, answer.why)}</p>}
      <ul className="grid gap-1">
        {answer.triggerMatches !== null && <Verdict holds={answer.triggerMatches}>{t('trigger')}</Verdict>}
        {answer.conditions.map(({ field, holds }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an answer is shown as a whole
          <Verdict key={`condition ${at}`} holds={holds}>
            {condition(rule.conditions[at] ?? { field, op: 'is_set' })}
          </Verdict>
        ))}
        {answer.actions.map(({ problem, why }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an answer is shown as a whole
          <Verdict key={`action ${at}`} holds={problem === null} why={problem === null ? null : reason(problem, why)}>
            {rule.actions[at] && action(rule.actions[at])}
          </Verdict>
        ))}
      </ul>
    </div>
  )
}

function Verdict({ holds, why, children }: { holds: boolean; why?: string | null; children: ReactNode }) {
  const t = useTranslations('automation.try')
  return (
    <li className="flex items-start gap-2">
      {holds ? (
        <Check size={15} aria-label={t('yes')} className="mt-0.5 shrink-0 text-accent" />
      ) : (
        <X size={15} aria-label={t('no')} className="mt-0.5 shrink-0 text-danger" />
      )}
      <span className="min-w-0">
        {children}
        {why && <span className="block text-danger text-sm">{why}</span>}
      </span>
    </li>
  )
}
