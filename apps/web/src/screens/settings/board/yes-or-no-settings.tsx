import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { rereadOutline } from '../../../api/settings-queries.ts'
import { useWrite } from '../../../mutations/use-write.ts'
import { classes } from '../../../ui/classes.ts'
import { tickClasses } from '../../../ui/form/tick.tsx'
import { useBoardSettings } from '../board-context.ts'
import { Part } from '../page.tsx'

/** Whether the person who asked for an agent's work may review it. */
export const ReviewByOthers = () => <Setting name="reviewByOthers" />
/** Whether a card is completed with the last of its sub-cards. */
export const CompleteParents = () => <Setting name="completeParents" />

function Setting({ name }: { name: 'reviewByOthers' | 'completeParents' }) {
  const t = useTranslations(`settings.${name}`)
  const { board, mayManage } = useBoardSettings()
  const write = useWrite()
  const id = useId()
  const [chosen, setChosen] = useState<boolean | null>(null)
  const set = async (wanted: boolean) => {
    setChosen(wanted)
    await write('board.update', { boardId: board.id, [name]: wanted }, { failed: 'edit' })
    await rereadOutline(board.id)
    setChosen(null)
  }
  return (
    <Part title={t('title')} intro={t('intro')}>
      <label htmlFor={id} className="flex items-start gap-2">
        <input
          id={id}
          type="checkbox"
          checked={chosen ?? board[name]}
          disabled={!mayManage}
          onChange={(event) => void set(event.target.checked)}
          className={classes('mt-0.5', tickClasses)}
        />
        {t('set')}
      </label>
    </Part>
  )
}
