import type { BoardImport, ImportFailure, LeftOutReason, LeftOutThing, Params } from '@tandem/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { importsQuery } from '../../../api/automation-queries.ts'
import { isLost, useRefusalWords } from '../../../api/failure.ts'
import { Button } from '../../../ui/button.tsx'
import { Dotted } from '../../../ui/dotted.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { useSize } from '../../../ui/size.ts'
import { PagePending } from '../../../ui/spinner.tsx'
import { Ago } from '../../../ui/time.tsx'
import { type Mark, OutcomeMark } from '../automation/outcome-mark.tsx'
import { Part, Rows } from '../page.tsx'
import { Progress } from './progress.tsx'

/** The imports of this person: their progress, their results, and the parts that were left out. */
export function ImportsPart() {
  const t = useTranslations('automation.imports')
  const imports = useInfiniteQuery(importsQuery)
  const rows = imports.data?.pages.flat()
  return (
    <Part title={t('title')}>
      {!rows && !isLost(imports) && <PagePending />}
      {isLost(imports) && <ErrorState failure={imports.error} onRetry={() => imports.refetch()} />}
      {rows?.length === 0 && <p className="text-ink-3">{t('none')}</p>}
      {rows && rows.length > 0 && (
        <Rows label={t('title')}>
          {rows.map((one) => (
            <ImportRow key={one.importId} one={one} />
          ))}
        </Rows>
      )}
      {imports.hasNextPage && (
        <Button className="mt-3" busy={imports.isFetchingNextPage} onClick={() => void imports.fetchNextPage()}>
          {t('more')}
        </Button>
      )}
    </Part>
  )
}

const marks: Record<BoardImport['state'], Mark> = { queued: 'waits', running: 'waits', done: 'good', failed: 'bad' }

const wayClasses = 'text-accent underline underline-offset-2'

function ImportRow({ one }: { one: BoardImport }) {
  const t = useTranslations('automation.imports')
  const { state, done, total, report, boardId } = one
  const isOpen = state === 'queued' || state === 'running'
  return (
    <li className="flex items-start gap-3 bg-surface px-3 py-2.5">
      <OutcomeMark mark={marks[state]} />
      <div className="grid min-w-0 flex-1 gap-1">
        <p className="flex flex-wrap gap-x-2">
          <span className="break-all font-medium">{one.filename}</span>
          <span className="text-ink-3">{report?.source && t(`sources.${report.source}`)}</span>
        </p>
        {isOpen && (
          <>
            <Progress label={t('progress', { name: one.filename })} share={total === null || total === 0 ? null : done / total} />
            <p className="text-ink-2 text-sm tabular-nums">{total === null ? t('reading') : t('entries', { done, total })}</p>
          </>
        )}
        {boardId !== null && (
          <p className="flex flex-wrap gap-x-4">
            <Link to="/boards/$boardId" params={{ boardId }} className={wayClasses}>
              {t('open')}
            </Link>
            {(report?.created.history ?? 0) > 0 && (
              <Link
                to="/boards/$boardId/settings/{-$page}/{-$item}"
                params={{ boardId, page: 'log', item: 'imported' }}
                className={wayClasses}
              >
                {t('past')}
              </Link>
            )}
          </p>
        )}
        {report && <ReportPart report={report} />}
      </div>
      <Ago at={one.createdAt} />
    </li>
  )
}

const counted = [
  'lists',
  'cards',
  'labels',
  'fields',
  'comments',
  'attachments',
  'checklistItems',
  'relations',
  'rules',
  'views',
  'history',
] as const

function ReportPart({ report: { created, skipped, skippedCount, error, why } }: { report: Report }) {
  const t = useTranslations('automation.imports')
  const leftOut = useLeftOut()
  const words = Object.entries(created)
    .filter(([, count]) => count > 0)
    .map(([what, count]) => {
      const known = counted.find((one) => one === what)
      return known ? t(`created.${known}`, { count }) : `${count} ${what}`
    })
  return (
    <>
      {error !== null && <p className="text-danger">{leftOut.failed(error, why)}</p>}
      {words.length > 0 && <Dotted facts={words.map(unbroken)} className="text-ink-2 text-sm" />}
      {skippedCount > 0 && (
        <details className="group">
          <summary className="flex list-none items-center gap-1 text-ink-2 text-sm pointer-coarse:min-h-11">
            <ChevronRight size={14} aria-hidden className="shrink-0 text-ink-3 group-open:rotate-90" />
            {t('skipped', { count: skippedCount })}
          </summary>
          <ul className="mt-1 grid gap-0.5 text-sm">
            {skipped.map((one, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a report stands still
              <li key={at}>
                <b className="font-medium">{leftOut.what(one)}</b> <span className="text-ink-2">{leftOut.why(one)}</span>
              </li>
            ))}
          </ul>
          {skippedCount > skipped.length && <p className="text-ink-3 text-sm">{t('andMore', { count: skippedCount - skipped.length })}</p>}
        </details>
      )}
    </>
  )
}

/** A number stays on the line of its noun. */
const unbroken = (words: string): string => words.replaceAll(' ', '\u00a0')

type Report = NonNullable<BoardImport['report']>
type Skipped = Report['skipped'][number]

type LeftOutWords = {
  what: (skipped: Skipped) => string
  why: (skipped: Skipped) => string
  failed: (error: string, why: Report['why']) => string
}

/** Describes parts that an import left out, and its failure, in the reader's language; unknown ones with the text of the service. */
function useLeftOut(): LeftOutWords {
  const t = useTranslations('automation.leftOut')
  const [refusal, size] = [useRefusalWords(), useSize()]
  const isThing = (kind: string): kind is LeftOutThing => t.has(`what.${kind as LeftOutThing}`)
  const isReason = (reason: string): reason is LeftOutReason => t.has(`why.${reason as LeftOutReason}`)
  const isFailure = (reason: string): reason is ImportFailure => t.has(`failed.${reason as ImportFailure}`)
  const valuesOf = (params: Params = {}) => ({ ...none, ...params, bytes: size(Number(params.bytes)) })
  return {
    what: ({ what, thing }) => (thing && isThing(thing.kind) ? t(`what.${thing.kind}`, { ...none, ...thing.params }) : what),
    why({ reason, why }) {
      if (!why) return reason
      // A rule that could not be imported has the same reasons as one that could not be saved.
      return isReason(why.reason) ? t(`why.${why.reason}`, valuesOf(why.params)) : (refusal(why) ?? reason)
    },
    failed: (error, why) => (why && isFailure(why.reason) ? t(`failed.${why.reason}`, valuesOf(why.params)) : error),
  }
}

const none = { name: '', of: '', count: '' }
