import type { BoardOutline } from '@tandem/contract'
import { Pencil, Plus, TextCursorInput, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { api } from '../../../api/client.ts'
import { rereadOutline } from '../../../api/settings-queries.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { useBoardSettings } from '../board-context.ts'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { Page, Row, Rows } from '../page.tsx'
import { FieldDialog, fieldIcons, isFieldType } from './field-dialog.tsx'

type BoardField = BoardOutline['fields'][number]

/** The custom fields of the board's cards. */
export function FieldsPage() {
  const t = useTranslations('settings.fields')
  const { board, mayManage } = useBoardSettings()
  const [making, setMaking] = useState(false)
  const make = (
    <Button variant="primary" onClick={() => setMaking(true)}>
      <Plus size={16} aria-hidden /> {t('new')}
    </Button>
  )
  return (
    <Page title={t('title')} intro={t('intro')} action={mayManage && board.fields.length > 0 && make}>
      {board.fields.length === 0 ? (
        <EmptyState title={t('emptyTitle')} action={mayManage && make}>
          {t('emptyText')}
        </EmptyState>
      ) : (
        <Rows label={t('title')}>
          {board.fields.map((field) => (
            <FieldRow key={field.id} field={field} />
          ))}
        </Rows>
      )}
      {making && <FieldDialog field={null} onClose={() => setMaking(false)} />}
    </Page>
  )
}

function FieldRow({ field }: { field: BoardField }) {
  const t = useTranslations('settings.fields')
  const { mayManage } = useBoardSettings()
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null)
  const Icon = isFieldType(field.type) ? fieldIcons[field.type] : TextCursorInput
  return (
    <Row
      lead={<Icon size={16} aria-hidden className="text-ink-3" />}
      title={<span className="truncate">{field.name}</span>}
      facts={
        <>
          <span>{isFieldType(field.type) ? t(`types.${field.type}`) : field.type}</span>
          {field.options && <span className="min-w-0 truncate">{field.options.join(' · ')}</span>}
        </>
      }
    >
      {mayManage && (
        <>
          <IconButton label={t('edit', { name: field.name })} icon={<Pencil size={16} aria-hidden />} onClick={() => setOpen('edit')} />
          <IconButton label={t('delete', { name: field.name })} icon={<Trash2 size={16} aria-hidden />} onClick={() => setOpen('delete')} />
        </>
      )}
      {open === 'edit' && <FieldDialog field={field} onClose={() => setOpen(null)} />}
      {open === 'delete' && <DeleteField field={field} onClose={() => setOpen(null)} />}
    </Row>
  )
}

function DeleteField({ field, onClose }: { field: BoardField; onClose: () => void }) {
  const t = useTranslations('settings.fields')
  const { board } = useBoardSettings()
  const remove = async () => {
    await api.call('field.delete', { fieldId: field.id })
    await rereadOutline(board.id)
  }
  return (
    <ConfirmDialog title={t('deleteTitle', { name: field.name })} action={t('deleteAct')} onConfirm={remove} onClose={onClose}>
      <p>{t('deleteWarning', { name: field.name })}</p>
    </ConfirmDialog>
  )
}
