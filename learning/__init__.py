"""Programs that train what bots ship with. They need PyTorch (`pip install outrider[learning]`);
what they make needs nothing but Outrider."""
