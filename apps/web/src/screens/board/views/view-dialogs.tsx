import { isStateConflict, type View } from '@tandem/contract'
import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { api } from '../../../api/client.ts'
import { viewsQuery } from '../../../api/queries.ts'
import type { BoardModel } from '../../../live/board-model.ts'
import { hideRow } from '../../../mutations/hide-row.ts'
import { useWrite } from '../../../mutations/use-write.ts'
import { Button } from '../../../ui/button.tsx'
import { classes } from '../../../ui/classes.ts'
import { Confirm } from '../../../ui/confirm.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { Problem, useForm } from '../../../ui/form/form.tsx'
import { tickClasses } from '../../../ui/form/tick.tsx'
import { useBoardFrame } from '../board-context.ts'
import type { BoardDisplay } from '../filter/use-board-display.ts'
import { ownColumns } from '../list/table-settings.ts'
import { keptQuery, keptSort, takeView } from './use-save-changes.ts'

type Props = { board: BoardModel; display: BoardDisplay; onClose: () => void }

/** Saves filters, layout, and the columns and order of the table under a name. */
export function SaveViewDialog({ board, display, onClose }: Props) {
  const t = useTranslations('views')
  const [shared, setShared] = useState(false)
  const { meId } = useBoardFrame()
  const form = useForm(async ({ name = '' }) => {
    const { layout, lanes, emptyLanes } = display
    // Of a table everything visible is saved, including columns that were this person's own so far.
    const columns = display.columns?.slice() ?? (layout === 'list' ? ownColumns(meId, board) : null)
    const kept = { query: keptQuery(display), layout, lanes, emptyLanes, columns, sort: keptSort(board, display) }
    const view = await api.call('view.create', { boardId: board.id, name, ...kept, shared })
    takeView(view)
    onClose()
    display.choose(view.id)
  })
  return (
    <Dialog open onClose={onClose} title={t('saveAs')}>
      <form className="grid gap-4 p-4" onSubmit={form.submit}>
        <Field label={t('name')} name="name" required maxLength={200} autoComplete="off" problem={form.problemOf('name')} />
        <Sharing shared={shared} onChange={setShared} />
        <Problem text={form.problem} />
        <Button type="submit" variant="primary" busy={form.busy} className="justify-self-end">
          {t('save')}
        </Button>
      </form>
    </Dialog>
  )
}

/** Changes the name of a view and whether it is shared, with the version that was shown; a newer one is shown first. */
export function EditViewDialog({ view, onClose }: { view: View; onClose: () => void }) {
  const t = useTranslations('views')
  const { meId } = useBoardFrame()
  const [begun, setBegun] = useState(view)
  const [shared, setShared] = useState(view.shared)
  const [stale, setStale] = useState(false)
  const form = useForm(async ({ name = '' }) => {
    try {
      takeView(await api.call('view.update', { viewId: begun.id, name, shared, ifVersion: begun.version }))
      onClose()
    } catch (failure) {
      if (!isStateConflict(failure)) throw failure
      const newer = await api.call('view.get', { viewId: begun.id })
      takeView(newer)
      setBegun(newer)
      setShared(newer.shared)
      setStale(true)
    }
  })
  return (
    <Dialog open onClose={onClose} title={t('editOf', { name: begun.name })}>
      <form key={begun.version} className="grid gap-4 p-4" onSubmit={form.submit}>
        {stale && (
          <p role="alert" className="rounded-md bg-awaiting-soft px-3 py-2 text-awaiting text-md">
            {t('staleName')}
          </p>
        )}
        <Field
          label={t('name')}
          name="name"
          required
          maxLength={200}
          autoComplete="off"
          defaultValue={begun.name}
          problem={form.problemOf('name')}
        />
        {(!begun.shared || begun.ownerActorId === meId) && <Sharing shared={shared} onChange={setShared} />}
        <Problem text={form.problem} />
        <Button type="submit" variant="primary" busy={form.busy} className="justify-self-end">
          {t('keep')}
        </Button>
      </form>
    </Dialog>
  )
}

/** People who may only read the board cannot share a view. */
function Sharing({ shared, onChange }: { shared: boolean; onChange: (shared: boolean) => void }) {
  const t = useTranslations('views')
  const id = useId()
  const { mayWrite } = useBoardFrame()
  if (!mayWrite) return <p className="text-ink-3 text-sm">{t('privateOnly')}</p>
  return (
    <div className="flex items-start gap-2">
      <input
        id={id}
        type="checkbox"
        checked={shared}
        onChange={(event) => onChange(event.target.checked)}
        aria-describedby={`${id}-hint`}
        className={classes('mt-0.5', tickClasses)}
      />
      <div>
        <label htmlFor={id} className="block font-medium">
          {t('share')}
        </label>
        <p id={`${id}-hint`} className="text-ink-2 text-sm">
          {t('shareHint')}
        </p>
      </div>
    </div>
  )
}

export function DeleteViewDialog({ view, display, onClose }: { view: View; display: BoardDisplay; onClose: () => void }) {
  const t = useTranslations('views')
  const write = useWrite()
  const { queryKey } = viewsQuery(view.boardId)
  const remove = async () => {
    // Leaves the view first: a deleted view on the screen would be reported as missing.
    display.choose(null)
    const done = await write('view.delete', { viewId: view.id }, { failed: 'view', show: () => hideRow(queryKey, view.id) })
    if (!done) display.choose(view.id, { replace: true })
  }
  return (
    <Confirm title={t('deleteOf', { name: view.name })} action={t('delete')} onConfirm={() => void remove()} onClose={onClose}>
      {view.shared ? t('deleteShared') : t('deletePrivate')}
    </Confirm>
  )
}
