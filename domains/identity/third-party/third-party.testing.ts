import { nounTesting } from '#kit/test/nouns/noun-testing.ts';

export const testing = nounTesting({
  name: 'thirdParty',
  samples: {
    begin: async () => [{ source: 'oauth2' }],
    finish: async () => [{ search: '?code=1&state=2', bind: 'none' }],
    getLoginUser: async () => [{ token: 'none', thirdType: 'oauth2' }],
    connect: async () => [{ token: 'none', username: 'nobody-here', password: 'Wrong-Horse-77' }],
    disconnect: async () => [{ issuer: 'https://nowhere.example', subject: 'nobody' }],
    validateLogin: async () => [{ ticket: 'none', service: 'https://nowhere.example/' }],
  },
  isPublic: {
    begin: 'who comes from another service',
    finish: 'who comes from another service',
    getLoginUser: 'and changes what it said for a session',
    connect: 'or says whose account it is',
    validateLogin: 'who comes from a CAS server',
  },
  neverSucceeds: {
    begin: 'no other service is set here',
    finish: 'nobody is away',
    getLoginUser: 'nobody came back',
    connect: 'no account waits to be claimed',
    disconnect: 'nobody has an account elsewhere here',
    validateLogin: 'no other service is set here',
  },
  mayRevealExistence: { 'connect username': 'asked often from one address it wants the slider; what it says of names is tested where it is made' },
});
