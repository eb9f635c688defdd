import { isStateConflict, type View } from '@tandem/contract'
import { useId, useRef, useState } from 'react'
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
import { focusOnceLost } from '../../../ui/focus-after.ts'
import { Field } from '../../../ui/form/field.tsx'
import { Problem, useForm } from '../../../ui/form/form.tsx'
import { tickClasses } from '../../../ui/form/tick.tsx'
import { Overtaken } from '../../../ui/text/overtaken.tsx'
import { useBoardFrame } from '../board-context.ts'
import type { BoardDisplay } from '../filter/use-board-display.ts'
import { ownColumns } from '../list/table-settings.ts'
import { type Chosen, mergeChosen } from './merge-chosen.ts'
import { keptQuery, keptSort, takeView } from './use-save-changes.ts'

type Props = { board: BoardModel; display: BoardDisplay; onClose: () => void }

/** Saves filters, layout, and the columns and order of the table under a name. */
export function SaveViewDialog({ board, display, onClose }: Props) {
  const t = useTranslations('views')
  const { meId } = useBoardFrame()
  const { chosen, latest, choose } = useChosen({ name: '', shared: false })
  const saved = useRef<View | null>(null)
  const close = () => {
    // The button that opened it, beside the filter, goes with what was to be saved.
    if (saved.current) focusOnceLost(() => document.querySelector<HTMLElement>('[data-views]')?.focus())
    onClose()
    if (saved.current) display.choose(saved.current.id)
  }
  const create = (mine: Chosen): Promise<View> => {
    const { layout, lanes, emptyLanes } = display
    // Of a table everything visible is saved, including columns that were this person's own so far.
    const columns = display.columns?.slice() ?? (layout === 'list' ? ownColumns(meId, board) : null)
    const kept = { query: keptQuery(display), layout, lanes, emptyLanes, columns, sort: keptSort(board, display) }
    return api.call('view.create', { boardId: board.id, ...mine, ...kept })
  }
  const form = useForm(async () => {
    const mine = latest()
    saved.current = await (saved.current ? api.call('view.update', { viewId: saved.current.id, ...mine }) : create(mine))
    takeView(saved.current)
    // A name that was typed while the one before it was being saved stays in its field.
    if (isSame(latest(), mine)) close()
  })
  return (
    <Dialog open onClose={close} title={t('saveAs')}>
      <form className="grid gap-4 p-4" onSubmit={form.submit}>
        <Field
          label={t('name')}
          required
          maxLength={200}
          autoComplete="off"
          value={chosen.name}
          onChange={(event) => choose({ name: event.target.value })}
          problem={form.problemOf('name')}
        />
        <Sharing shared={chosen.shared} onChange={(shared) => choose({ shared })} />
        <Problem text={form.problem} />
        <Button type="submit" variant="primary" busy={form.busy} className="justify-self-end">
          {t('save')}
        </Button>
      </form>
    </Dialog>
  )
}

/** Changes the name of a view and whether it is shared. If another user has named it too meanwhile, its author chooses between both names. */
export function EditViewDialog({ view, onClose }: { view: View; onClose: () => void }) {
  const t = useTranslations('views')
  const { meId } = useBoardFrame()
  const [begun, setBegun] = useState(view)
  const { chosen, latest, choose } = useChosen({ name: view.name, shared: view.shared })
  const [newer, setNewer] = useState<View | null>(null)
  const element = useRef<HTMLFormElement>(null)
  // For the form that is sent before the choice between both names is rendered.
  const base = useRef(view)
  const rebase = (theirs: View) => {
    base.current = theirs
    setBegun(theirs)
    setNewer(null)
  }
  const save = async (mine: Chosen, from: View): Promise<void> => {
    try {
      const saved = await api.call('view.update', { viewId: from.id, ...mine, ifVersion: from.version })
      takeView(saved)
      if (isSame(latest(), mine)) onClose()
      // Typed while it was being saved: the dialog goes on from the saved view.
      else rebase(saved)
    } catch (failure) {
      if (!isStateConflict(failure)) throw failure
      const now = await api.call('view.get', { viewId: from.id })
      if (now.version === from.version) throw failure
      takeView(now)
      const { merged, isOvertaken } = mergeChosen(mine, from, now)
      const typed = latest()
      // What was chosen meanwhile stays.
      choose({
        ...(typed.name === mine.name && { name: merged.name }),
        ...(typed.shared === mine.shared && { shared: merged.shared }),
      })
      if (isOvertaken) return setNewer(now)
      rebase(now)
      await save(merged, now)
    }
  }
  const form = useForm(() => save(latest(), base.current))
  return (
    <Dialog open onClose={onClose} title={t('editOf', { name: begun.name })}>
      <form ref={element} className="grid gap-4 p-4" onSubmit={form.submit}>
        <div>
          <Field
            label={t('name')}
            required
            maxLength={200}
            autoComplete="off"
            value={chosen.name}
            onChange={(event) => choose({ name: event.target.value })}
            problem={form.problemOf('name')}
          />
          {newer && (
            <Overtaken
              theirs={newer.name}
              onMine={() => {
                rebase(newer)
                element.current?.requestSubmit()
              }}
              onTheirs={() => {
                rebase(newer)
                choose({ name: newer.name })
              }}
            />
          )}
        </div>
        {(!begun.shared || begun.ownerActorId === meId) && <Sharing shared={chosen.shared} onChange={(shared) => choose({ shared })} />}
        <Problem text={form.problem} />
        <Button type="submit" variant="primary" busy={form.busy} className="justify-self-end">
          {t('keep')}
        </Button>
      </form>
    </Dialog>
  )
}

/** The name and sharing in a form. `latest` has what was typed since the form was rendered, without the spaces around it. */
function useChosen(first: Chosen): { chosen: Chosen; latest: () => Chosen; choose: (change: Partial<Chosen>) => void } {
  const [chosen, setChosen] = useState(first)
  const now = useRef(first)
  return {
    chosen,
    latest: () => ({ ...now.current, name: now.current.name.trim() }),
    choose(change) {
      now.current = { ...now.current, ...change }
      setChosen(now.current)
    },
  }
}

const isSame = (one: Chosen, other: Chosen): boolean => one.name === other.name && one.shared === other.shared

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
