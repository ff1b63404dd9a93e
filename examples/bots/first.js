// The same bot for Node: outrider play basic --bot "blue=node examples/bots/first.js"
const lines = require("readline").createInterface({ input: process.stdin });
console.log(JSON.stringify({ ready: true }));
lines.on("line", (line) => {
  const { id, legal } = JSON.parse(line);
  const attack = legal.find((action) => ["attack", "shoot", "fight", "fire"].includes(action.do));
  console.log(JSON.stringify({ id, action: attack ?? legal[0] }));
});
