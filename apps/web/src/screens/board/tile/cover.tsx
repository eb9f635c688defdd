import { Picture } from '../../card/files/picture.tsx'

/** The cover of a tile: its height is known before the image is loaded. */
export function TileCover({ attachmentId }: { attachmentId: string }) {
  return (
    <div aria-hidden data-cover className="-mt-2 -mr-2 -ml-3 mb-2 aspect-[5/2] overflow-hidden rounded-t-[0.375rem] bg-sunken">
      <Cover attachmentId={attachmentId} side={320} />
    </div>
  )
}

/** The cover on top of the open card. */
export function CardCover({ attachmentId }: { attachmentId: string }) {
  return (
    <div aria-hidden data-cover className="h-32 overflow-hidden bg-sunken md:h-44">
      <Cover attachmentId={attachmentId} side={1280} />
    </div>
  )
}

/** Decorative: its name is among the attachments. */
function Cover({ attachmentId, side }: { attachmentId: string; side: 320 | 1280 }) {
  const url = `/api/attachments/${attachmentId}`
  return <Picture key={attachmentId} url={url} side={side} name="" className="size-full object-cover" otherwise={null} />
}
