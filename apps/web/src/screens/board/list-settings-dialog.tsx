import { useTranslations } from 'use-intl'
import { changeList, type ListModel } from '../../live/board-model.ts'
import { showBoard } from '../../live/board-query.ts'
import { useWrite } from '../../mutations/use-write.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/form/field.tsx'
import { useBoardFrame } from './board-context.ts'

/** How many cards should be in work in a list at most. */
export function WipDialog({ list, onClose }: { list: ListModel; onClose: () => void }) {
  const t = useTranslations('list')
  const { board } = useBoardFrame()
  const write = useWrite()
  const save = (text: string) => {
    onClose()
    const wipLimit = text === '' ? null : Number(text)
    void write(
      'list.update',
      { listId: list.id, wipLimit },
      { failed: 'list', show: () => showBoard(board.id, (now) => changeList(now, list.id, { wipLimit })) },
    )
  }
  return (
    <Dialog open onClose={onClose} title={t('limitOf', { list: list.name })}>
      <form
        className="grid gap-4 p-4"
        onSubmit={(event) => {
          event.preventDefault()
          save(String(new FormData(event.currentTarget).get('limit') ?? ''))
        }}
      >
        <Field
          label={t('limit')}
          name="limit"
          type="number"
          inputMode="numeric"
          min={1}
          max={10_000}
          defaultValue={list.wipLimit ?? ''}
          hint={t('limitHint')}
        />
        <Button type="submit" variant="primary" className="justify-self-end">
          {t('save')}
        </Button>
      </form>
    </Dialog>
  )
}
