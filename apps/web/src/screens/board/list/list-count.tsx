import { useTranslations } from 'use-intl'
import type { ListModel } from '../../../live/board-model.ts'
import { classes } from '../../../ui/classes.ts'

type Props = { list: Pick<ListModel, 'wipLimit' | 'wipPolicy' | 'more'>; shown: number; all: number }

/** The number of cards in a list; with a limit, its meaning is in the tooltip and for screen readers, and under a filter the limit too. */
export function ListCount({ list: { wipLimit: limit, wipPolicy, more }, shown, all }: Props) {
  const t = useTranslations('list')
  if (more) return <span className="flex-1 text-ink-3 text-sm tabular-nums">{t('moreThan', { count: all })}</span>
  const figure = limit === null ? String(all) : `${all}/${limit}`
  // Under a filter the figure does not show the limit, so it is not red.
  const isFiltered = shown < all
  const beyond = limit !== null && all > limit
  const meaning =
    limit === null
      ? t('count', { count: all })
      : `${t(beyond ? 'beyondLimit' : 'countOf', { count: all, limit })} ${t(`limits.${wipPolicy}`)}`
  return (
    <span className="flex flex-1">
      <span
        data-tip={limit === null ? undefined : meaning}
        className={classes('whitespace-nowrap text-sm tabular-nums', beyond && !isFiltered ? 'font-semibold text-danger' : 'text-ink-3')}
      >
        <span aria-hidden>{isFiltered ? t('shownOf', { shown, all: String(all) }) : figure}</span>
        <span className="sr-only">{meaning}</span>
      </span>
    </span>
  )
}
