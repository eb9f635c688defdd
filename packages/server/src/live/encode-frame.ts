import type { Activity, ServerFrame } from '@tandem/contract'

const [finalText, length16, length64] = [0x81, 126, 127]

/** A frame as the bytes of one unmasked WebSocket text message (RFC 6455 §5.2): made once, written to any number of sockets. */
export function encodeFrame(frame: ServerFrame): Buffer {
  const text = JSON.stringify(frame)
  const octets = Buffer.byteLength(text)
  const start = octets < length16 ? 2 : octets < 65_536 ? 4 : 10
  const bytes = Buffer.allocUnsafe(start + octets)
  bytes[0] = finalText
  bytes[1] = start === 2 ? octets : start === 4 ? length16 : length64
  if (start === 4) bytes.writeUInt16BE(octets, 2)
  if (start === 10) bytes.writeBigUInt64BE(BigInt(octets), 2)
  bytes.write(text, start)
  return bytes
}

export const encodeEvent = (activity: Activity): Buffer =>
  encodeFrame({ type: 'event', boardId: activity.boardId, seq: activity.seq, activity })
