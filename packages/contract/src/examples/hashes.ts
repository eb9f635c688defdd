/** The hashes of the activities in the examples. Each follows from its activity and the one before it, as a service makes them. */
export const olderHashes = {
  hash: '52232a233a0bb1f489ee464aaa71573313ff6cbe1bbde6aa12dcd20c9d83d128',
  payloadHash: 'dac6bf2e4c971290201647fb8e84832413e64d290778405ce49e59bceb0f53fc',
}
export const newestHashes = {
  hash: '6706f87676cfa76c10f7fedbbd7d407313c8b267a0eb044738e368cef7d3d4d4',
  payloadHash: '9ab93303a9550b2741c862ce0beb75411c05fbc3fa6968872bd206b8d9ced430',
}
export const mergedHashes = {
  hash: 'd647f69a7e5668f9af2551ddbc0894b3e7a47ee6501ea74740943a133cf45537',
  payloadHash: 'b4efe180cf1d16cece9a07d14dc2736fc2333b34098028f10dade89b8d03470b',
}
/** The whole log of the old board. */
export const oldHashes = [
  {
    hash: 'e3dac44a2304d7061ba82d20400650a4bb2ef6dbc824b37aaf21788c06feef92',
    payloadHash: '58d850bdc6ff4fb568772814785d5e529d97eacdd26befe6afcd7651faefb1df',
  },
  {
    hash: '5cb97ef4ea1f6293b71eabfb9a9021f69acdde83ea1b4fc202c255c40a88b681',
    payloadHash: '17501615c0475a5e02284bcc30d78c3fcf6d21f44c5669c10fd883f60e88c1b6',
  },
  {
    hash: '9fbf2bab06a45caf792efb1247c155a74c87e990db9c8b602c246daa8bf44da9',
    payloadHash: 'd8ce3651e8a7e25c29dbe2932858364aa53911ed9026465f95a573332409f473',
  },
] as const
