"""What the bots of games that are measured in inches share: search over sampled candidates, each
judged by playing on from it with a quick policy in compiled code."""
