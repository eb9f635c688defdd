import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useFormatter, useTranslations } from 'use-intl'
import { Button, IconButton } from '../../../ui/button.tsx'
import { addMonths } from './days.ts'

/** Which month is shown. */
export function MonthHead({ month, thisMonth, onShow }: { month: string; thisMonth: string; onShow: (month: string) => void }) {
  const t = useTranslations('views.calendar')
  const format = useFormatter()
  return (
    <div className="flex shrink-0 items-center gap-1 pb-2">
      <h2 aria-live="polite" className="mr-2 min-w-36 font-semibold text-md">
        {format.dateTime(new Date(`${month}-01`), { timeZone: 'UTC', month: 'long', year: 'numeric' })}
      </h2>
      <IconButton
        size="sm"
        label={t('previous')}
        icon={<ChevronLeft size={16} aria-hidden />}
        onClick={() => onShow(addMonths(month, -1))}
      />
      <IconButton size="sm" label={t('next')} icon={<ChevronRight size={16} aria-hidden />} onClick={() => onShow(addMonths(month, 1))} />
      <Button size="sm" variant="quiet" disabled={month === thisMonth} onClick={() => onShow(thisMonth)}>
        {t('today')}
      </Button>
    </div>
  )
}
