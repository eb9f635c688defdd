import type { Rule } from '@tandem/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { runsQuery } from '../../../api/automation-queries.ts'
import { isLost } from '../../../api/failure.ts'
import { Button } from '../../../ui/button.tsx'
import { classes } from '../../../ui/classes.ts'
import { ErrorState } from '../../../ui/error-state.tsx'
import { PagePending } from '../../../ui/spinner.tsx'
import { Ago } from '../../../ui/time.tsx'
import { type NamedCard, useCards } from '../automation/activity-words.ts'
import { type Mark, OutcomeMark } from '../automation/outcome-mark.tsx'
import { Part, Rows } from '../page.tsx'
import type { Run } from './draft.ts'
import { useProblemWords, useReasonWords } from './reason-words.ts'

/** The runs of a rule in the last 30 days, with the reason for each skipped one. */
export function RunsPart({ rule }: { rule: Rule }) {
  const t = useTranslations('automation.runs')
  const runs = useInfiniteQuery(runsQuery(rule.id))
  const cards = useCards(rule.boardId)
  const rows = runs.data?.pages.flat()
  return (
    <Part title={t('title')} intro={t('intro')}>
      {!rows && !isLost(runs) && <PagePending />}
      {isLost(runs) && <ErrorState failure={runs.error} onRetry={() => runs.refetch()} />}
      {rows?.length === 0 && <p className="text-ink-3">{t('none')}</p>}
      {rows && rows.length > 0 && (
        <Rows label={t('title')}>
          {rows.map((run) => (
            <RunRow key={run.id} run={run} card={run.cardId === null ? undefined : cards.get(run.cardId)} rule={rule} />
          ))}
        </Rows>
      )}
      {runs.hasNextPage && (
        <Button className="mt-3" busy={runs.isFetchingNextPage} onClick={() => void runs.fetchNextPage()}>
          {t('more')}
        </Button>
      )}
    </Part>
  )
}

const marks = { done: 'good', failed: 'bad', skipped: 'none' } as const satisfies Record<Run['state'], Mark>

function RunRow({ run, card, rule }: { run: Run; card: NamedCard | undefined; rule: Rule }) {
  const t = useTranslations('automation')
  // A rule that was defined anew since may have asked for something else.
  const [reason, problem] = [useReasonWords(run.createdAt < rule.definedAt ? undefined : rule), useProblemWords()]
  return (
    <li className="flex items-start gap-3 bg-surface px-3 py-2">
      <OutcomeMark mark={marks[run.state]} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap gap-x-2">
          <span className="font-medium">{t(`runs.states.${run.state}`)}</span>
          {card && (
            <Link
              to="/boards/$boardId/cards/$key"
              params={{ boardId: rule.boardId, key: card.key }}
              className="min-w-0 truncate text-accent hover:underline"
            >
              <span className="mr-1.5 font-mono text-sm">{card.key}</span>
              {card.title}
            </Link>
          )}
          {run.activityId === null && <span className="text-ink-3">{t('runs.byClock')}</span>}
          {run.depth > 0 && <span className="text-ink-3">{t('runs.depth', { count: run.depth })}</span>}
        </p>
        {run.reason !== null && <p className="text-ink-2">{reason(run.reason, run.why)}</p>}
        <ul className="flex flex-wrap gap-x-3 text-ink-2 text-sm">
          {run.actions.map((action, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the actions of a run never change
            <li key={at} className={classes(action.outcome === 'failed' && 'basis-full text-danger')}>
              {t(`actions.${action.type}`)}: {t(`runs.outcomes.${action.outcome}`)}
              {action.error !== null && ` – ${problem(action.error, action)}`}
            </li>
          ))}
        </ul>
      </div>
      <Ago at={run.createdAt} />
    </li>
  )
}
